//! The attribute of the gateway's routes. It knows the shape of a handler and nothing of any route.

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{Error, ItemFn, ReturnType, parse_macro_input};

/// Describes a route and boxes its future: `#[route(get, path = "/wallet", …)]` on an `async fn`.
///
/// The arguments are those of `utoipa::path`. The function then returns a `BoxFuture`. The compiler
/// proves once, where the future is boxed, that everything the handler awaits is `Send`. Otherwise
/// axum makes it prove that several times for each handler.
#[proc_macro_attribute]
pub fn route(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let handler = parse_macro_input!(item as ItemFn);
    let arguments = Tokens::from(arguments);
    boxed(handler)
        .map_or_else(
            Error::into_compile_error,
            |handler| quote!(#[::utoipa::path(#arguments)] #handler),
        )
        .into()
}

/// The same function, with its future on the heap.
fn boxed(handler: ItemFn) -> Result<Tokens, Error> {
    let ItemFn {
        attrs,
        vis,
        mut sig,
        block,
    } = handler;
    if sig.asyncness.take().is_none() {
        return Err(Error::new_spanned(sig.fn_token, "a handler is an async fn"));
    }
    let answer = match sig.output {
        ReturnType::Default => quote!(()),
        ReturnType::Type(_, answer) => quote!(#answer),
    };
    sig.output = syn::parse_quote!(-> ::futures_util::future::BoxFuture<'static, #answer>);
    Ok(quote! {
        #(#attrs)*
        #vis #sig {
            ::std::boxed::Box::pin(async move #block)
        }
    })
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::boxed;

    #[test]
    fn a_handler_keeps_its_arguments_and_its_answer() {
        let handler = quote! {
            /// Says what.
            pub(crate) async fn get_thing(State(state): State<App>, _: Member) -> Result<Thing, Fault> {
                state.thing().await
            }
        };
        let expected = quote! {
            /// Says what.
            pub(crate) fn get_thing(State(state): State<App>, _: Member)
                -> ::futures_util::future::BoxFuture<'static, Result<Thing, Fault>> {
                ::std::boxed::Box::pin(async move { state.thing().await })
            }
        };
        let made = boxed(syn::parse2(handler).unwrap()).unwrap();
        // Tokens that were made and those that were written differ in their blanks.
        let [made, expected] = [made, expected].map(|it| it.to_string().replace(' ', ""));
        assert_eq!(made, expected);
    }

    #[test]
    fn a_handler_that_does_not_wait_is_refused_by_name() {
        let handler = syn::parse_quote!(
            fn get_thing() -> Thing {
                Thing
            }
        );
        let refusal = boxed(handler).unwrap_err().to_string();
        assert_eq!(refusal, "a handler is an async fn");
    }
}
